export { ApiError, type ApiErrorCode } from './api-error.ts';
export { apiBase } from './base.ts';
export { call } from './call.ts';
