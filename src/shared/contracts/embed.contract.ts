import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';

const EmbedOffer = Type.Object({
  /** Whether the organisation lets pages of this origin show its elements and get its people's tokens. */
  allowed: Type.Boolean(),
  /** The page that signs in for a page of others, in a window of its own. */
  popup: Type.String(),
  /** The script tag's address. */
  loader: Type.String(),
});

/** An organisation that does not exist allows nothing, so nothing is learned about which ones do. */
export const getEmbedOffer = endpoint({
  method: 'GET',
  path: '/api/public/embed/{tenant}',
  summary: 'Whether an organisation allows elements on pages of an origin',
  who: 'public',
  scope: null,
  query: Type.Object({
    /** By default that of the page that asks. */
    origin: Type.Optional(Type.String({ maxLength: 300 })),
  }),
  reply: EmbedOffer,
});
