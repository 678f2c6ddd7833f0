/**
 * The functions that an expression may call. Excluded: `matches`, `replace` and `split` (a pattern can block the server
 * for minutes), and functions that take or return functions. `now` and `today` return the time of the event.
 */
export const FEEL_FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'number,string,date,date and time,time,duration,years and months duration,now,today,not,substring,string length,' +
    'upper case,lower case,substring before,substring after,contains,starts with,ends with,string join,list contains,' +
    'count,min,max,sum,mean,all,any,sublist,append,concatenate,insert before,remove,reverse,index of,union,' +
    'distinct values,flatten,product,median,stddev,mode,decimal,floor,ceiling,abs,round up,round down,round half up,' +
    'round half down,modulo,sqrt,log,exp,odd,even,is,day of year,day of week,month of year,week of year,sort,' +
    'get value,get entries,context merge'
  ).split(','),
);

/** Functions whose work grows with the square of the list. */
export const SQUARED: ReadonlySet<string> = new Set(['sort', 'union', 'distinct values', 'median', 'mode']);

/** Functions of time, which are dear beside arithmetic. The others are literals in the tree: `date(…)`, `duration(…)`. */
export const TEMPORAL: ReadonlySet<string> = new Set([
  'years and months duration',
  'now',
  'today',
  'day of year',
  'day of week',
  'month of year',
  'week of year',
]);
