export { ApiError, type ApiErrorCode } from './api-error.ts';
export { apiBase, setApiBase } from './base.ts';
export { type CallOptions, call, callForResponse } from './call.ts';
export { problemText } from './problem-text.ts';
export { provideTokens, type TokenOptions } from './tokens.ts';
