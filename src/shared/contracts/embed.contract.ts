import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';

const EmbedOffer = Type.Object({
  /** Whether the organisation allows pages of this origin to show its elements and receive its users' tokens. */
  allowed: Type.Boolean(),
  /** Address of the pop-up that signs in for a third-party page. */
  popup: Type.String(),
  /** Address of the script tag. */
  loader: Type.String(),
});

/** A non-existent organisation allows nothing, so that the response does not reveal which ones exist. */
export const getEmbedOffer = endpoint({
  method: 'GET',
  path: '/api/public/embed/{tenant}',
  summary: 'Whether an organisation allows elements on pages of an origin',
  who: 'public',
  scope: null,
  query: Type.Object({
    /** By default the origin of the requesting page. */
    origin: Type.Optional(Type.String({ maxLength: 300 })),
  }),
  reply: EmbedOffer,
});
