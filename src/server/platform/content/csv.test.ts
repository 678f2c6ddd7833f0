import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine, momentWriter } from './csv.ts';

test('TSK-03 cells are quoted by RFC 4180 and formulas are escaped', () => {
  assert.equal(
    csvLine(['a', 'b,c', 'say "no"', 'two\nlines', null, 7, -7]),
    'a,"b,c","say ""no""","two\nlines",,7,-7\r\n',
  );
  assert.equal(csvLine(['=1+1', '+372', '-1', '@SUM(A1)', '\tx', 'a=b']), "'=1+1,'+372,'-1,'@SUM(A1),'\tx,a=b\r\n");
  assert.equal(csvLine(['=HYPERLINK("x","y")']), '"\'=HYPERLINK(""x"",""y"")"\r\n');
});

test('TSK-03 times use the time zone of the organisation, including daylight saving', () => {
  const write = momentWriter('Europe/Tallinn');
  assert.equal(write(new Date('2026-01-31T12:05:09.123Z')), '2026-01-31 14:05:09');
  assert.equal(write(new Date('2026-03-29T00:59:59Z')), '2026-03-29 02:59:59');
  assert.equal(write(new Date('2026-03-29T01:00:00Z')), '2026-03-29 04:00:00');
  assert.equal(momentWriter('Asia/Kathmandu')(new Date('2026-01-31T12:00:00Z')), '2026-01-31 17:45:00');
});
