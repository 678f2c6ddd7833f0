/** Replaces the generated types of the package: only the reader is used, and elements are read by name. */
declare module 'bpmn-moddle' {
  export class BpmnModdle {
    fromXML(xml: string): Promise<{ rootElement: unknown; warnings: { message: string; element?: unknown }[] }>;
  }
}
