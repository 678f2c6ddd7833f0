import { readFileSync } from 'node:fs';
import { testProvider, testSavedProvider } from '../src/server/modules/issuers/index.ts';
import { readProvider, setProvider } from '../src/server/modules/signin/index.ts';
import type { DatabaseHandle } from '../src/server/platform/database.ts';
import type { IssuerFinding } from '../src/shared/contracts/issuers.contract.ts';

type Place = Parameters<typeof testProvider>[1];

/** The provider of a file, in this organisation whatever the file names. */
function providerOf(file: string, tenant: string) {
  return { ...readProvider(readFileSync(file, 'utf8')), organisation: tenant };
}

/** Adds or compares the provider of a file: `npm run admin -- issuer set`. */
export async function setIssuer(
  db: DatabaseHandle,
  { tenant, file, updates }: { readonly tenant: string; readonly file: string; readonly updates: boolean },
) {
  const provider = providerOf(file, tenant);
  const { result, differences } = await setProvider(db, provider, { updates });
  return { result, name: provider.name, ...(differences.length > 0 && { differences }) };
}

/** Tests the provider of a file, or a saved one: `npm run admin -- issuer test`. */
export async function testIssuer(
  db: DatabaseHandle,
  {
    tenant,
    ...which
  }: { readonly tenant: string; readonly file: string } | { readonly tenant: string; readonly name: string },
  place: Place,
) {
  const findings =
    'file' in which
      ? await testProvider(checkedOf(which.file, tenant), place)
      : await testSavedProvider(db, { tenant, name: which.name }, place);
  if (!findings) return { result: 'not found' as const, tenant };
  return { result: isPassed(findings) ? ('passed' as const) : ('failed' as const), findings };
}

function checkedOf(file: string, tenant: string) {
  const { kind = 'other', issuer, clientId, jwksUri, algorithms } = providerOf(file, tenant);
  return { kind, issuer, clientId, jwksUri, algorithms };
}

const isPassed = (findings: readonly IssuerFinding[]) => findings.every(({ level }) => level !== 'error');

/** A line for each check. */
export function printFindings(findings: readonly IssuerFinding[]): void {
  for (const { level, title, text } of findings) {
    process.stdout.write(`  ${level.padEnd(8)}${title}${level === 'ok' ? '' : `: ${text}`}\n`);
  }
}
