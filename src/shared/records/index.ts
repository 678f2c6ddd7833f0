/** Lists of records in the browser: a store for tables whose columns the server describes. */
export { createRecordsStore, filterColumns, printQuestion, type RecordsStore, readQuestion } from './records.store.ts';
