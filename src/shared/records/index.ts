/** Lists of records in the browser: a store for tables whose columns are described by the server. */
export {
  createRecordsStore,
  filterColumns,
  printConditions,
  printQuestion,
  type Question,
  type RecordsStore,
  readQuestion,
} from './records.store.ts';
