export { ApiError, type ApiErrorCode, asApiError, codeOf } from './api-error.ts';
export { apiBase } from './base.ts';
export { call } from './call.ts';
