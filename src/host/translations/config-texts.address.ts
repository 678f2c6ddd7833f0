import { CONFIG_TEXT_KINDS } from '../../shared/contracts/config-texts.rules.ts';
import { filterAddress, type ListAddress } from '../list-address.ts';
import { ALL_CONFIG_TEXTS, type ConfigTextFilter } from './config-texts.store.ts';

/** Parameter of the address that selects the texts of the organisation. */
export const OF_ORGANISATION = 'of=organisation';

const filters = filterAddress(ALL_CONFIG_TEXTS, {
  kind: ['', ...CONFIG_TEXT_KINDS],
  state: ['', 'missing', 'outdated'],
});

/** The address of the grid: `of=organisation`, and its filters. */
export const CONFIG_TEXTS_ADDRESS: ListAddress<ConfigTextFilter> = {
  read: filters.read,
  print: (shown) => [OF_ORGANISATION, filters.print(shown)].filter(Boolean).join('&'),
};
