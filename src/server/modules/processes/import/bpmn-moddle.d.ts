/** The package ships generated types of every element; only the reader is used, and elements are read by name. */
declare module 'bpmn-moddle' {
  export class BpmnModdle {
    fromXML(xml: string): Promise<{ rootElement: unknown; warnings: { message: string; element?: unknown }[] }>;
  }
}
