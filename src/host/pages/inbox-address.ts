import type { DetailOf } from '../../shared/element/index.ts';

/** What of an inbox's address is no condition of the list. */
const ATTRIBUTES = ['view', 'sort', 'group', 'columns', 'rows', 'q'] as const;

/** The list as the attributes of `<verva-inbox>` say it, and as its event `verva-view-changed` does. */
export type InboxList = DetailOf<'verva-view-changed'>;

/** `/inbox?view=urgent&due=lt:today&taskId=…`: the open task, the list, and every other parameter as a condition. */
export function readAddress(search: string): { taskId: string | undefined; list: InboxList } {
  const parameters = new URLSearchParams(search);
  const known = new Set<string>([...ATTRIBUTES, 'taskId']);
  const filters = search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !known.has(pair.split('=')[0] as string))
    .join('&');
  const said = ATTRIBUTES.flatMap((name) => {
    const value = parameters.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    taskId: parameters.get('taskId') ?? undefined,
    // An address can say anything; what the element does not know it leaves aside.
    list: { ...(Object.fromEntries(said) as InboxList), ...(filters === '' ? {} : { filters }) },
  };
}

/** The address of a list and of the task that is open in it; `readAddress` reads it back. */
export function inboxAddress({ filters, ...list }: InboxList, taskId: string | null | undefined): string {
  const said = ATTRIBUTES.flatMap((name) => (list[name] === undefined ? [] : [`${name}=${encoded(list[name])}`]));
  const parameters = [...said, ...(filters ? [filters] : []), ...(taskId ? [`taskId=${encoded(taskId)}`] : [])];
  return parameters.length === 0 ? '/inbox' : `/inbox?${parameters.join('&')}`;
}

/** Colons and commas need no encoding; without it an address can be read. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(/%(?:3A|2C)/g, (code) => decodeURIComponent(code));
}
