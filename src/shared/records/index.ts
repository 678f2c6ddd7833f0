/** Lists of records in the browser: a store for tables whose columns the server describes. */
export {
  createRecordsStore,
  filterColumns,
  nextSort,
  printQuestion,
  type Question,
  type RecordsState,
  type RecordsStore,
  readQuestion,
} from './records.store.ts';
