import type { Use } from '../contracts/reference-data.contract.ts';

type AddressOf = (use: Use) => string | undefined;

let addressOf: AddressOf = () => undefined;

/** Sets the addresses of lists of uses: the application shows their objects. Elements in other pages have none. */
export function provideUseAddresses(find: AddressOf): void {
  addressOf = find;
}

export const addressOfUse: AddressOf = (use) => addressOf(use);
