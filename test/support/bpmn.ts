/** Returns a BPMN file with one process; `inside` is its elements. */
export function bpmn(key: string, inside: string, attributes = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" xmlns:verva="https://verva.dev/bpmn"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="file" targetNamespace="https://verva.test">
  ${definitionsOf(inside)}<process id="${key}" name="${key}" isExecutable="true" ${attributes}>${elementsOf(inside)}</process>
</definitions>`;
}

/** Returns elements connected in order by flows. Each argument is an opening tag with an id, and its content. */
export function sequence(...elements: string[]): string {
  const ids = elements.map((element) => /id="([^"]+)"/.exec(element)![1]!);
  const flows = ids
    .slice(1)
    .map((id, index) => `<sequenceFlow id="to_${id}" sourceRef="${ids[index]}" targetRef="${id}"/>`);
  return [...elements, ...flows].join('');
}

export const start = '<startEvent id="start"/>';
export const end = '<endEvent id="end"/>';

export function userTask(id: string, attributes: string): string {
  return `<userTask id="${id}" name="${id}" ${attributes}/>`;
}

/** Messages, signals and errors are siblings of the process; everything else is inside it. */
const BESIDE = /<(message|signal|error) [^>]*\/>/g;
const definitionsOf = (text: string) => (text.match(BESIDE) ?? []).join('');
const elementsOf = (text: string) => text.replace(BESIDE, '');
