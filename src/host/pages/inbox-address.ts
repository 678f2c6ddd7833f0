import type { DetailOf } from '../../shared/element/index.ts';

/** Query parameters of the inbox that are not filters. */
const ATTRIBUTES = ['view', 'sort', 'group', 'columns', 'rows', 'q'] as const;

/** List state as in the attributes of `<verva-inbox>` and its event `verva-view-changed`. */
export type InboxList = DetailOf<'verva-view-changed'>;

/** Parses `/inbox?view=urgent&due=lt:today&taskId=…` into the open task, the list state and the filters. */
export function readAddress(search: string): { taskId: string | undefined; list: InboxList } {
  const parameters = new URLSearchParams(search);
  const known = new Set<string>([...ATTRIBUTES, 'taskId']);
  const filters = search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !known.has(pair.split('=')[0] as string))
    .join('&');
  const attributes = ATTRIBUTES.flatMap((name) => {
    const value = parameters.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    taskId: parameters.get('taskId') ?? undefined,
    // The element ignores filters it does not know.
    list: { ...(Object.fromEntries(attributes) as InboxList), ...(filters === '' ? {} : { filters }) },
  };
}

/** Formats the address of a list and its open task; the inverse of `readAddress`. */
export function inboxAddress({ filters, ...list }: InboxList, taskId: string | null | undefined): string {
  const attributes = ATTRIBUTES.flatMap((name) => (list[name] === undefined ? [] : [`${name}=${encoded(list[name])}`]));
  const parameters = [...attributes, ...(filters ? [filters] : []), ...(taskId ? [`taskId=${encoded(taskId)}`] : [])];
  return parameters.length === 0 ? '/inbox' : `/inbox?${parameters.join('&')}`;
}

/** Keeps colons and commas unencoded, to keep the address readable. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(/%(?:3A|2C)/g, (code) => decodeURIComponent(code));
}
