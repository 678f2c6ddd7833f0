export { auditResource } from './audit.resource.ts';
