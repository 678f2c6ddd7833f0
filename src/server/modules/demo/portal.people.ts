/** The partner's own users. Verva knows only their identifiers, names and languages. */
export const PORTAL_PEOPLE = [
  { id: 'DS-1042', name: 'Jānis Bērziņš', languageId: 'en', work: 'Crane operator' },
  { id: 'DS-1077', name: 'Ирина Соколова', languageId: 'ru', work: 'Tally clerk' },
  { id: 'DS-1103', name: 'Mati Lepp', languageId: 'et', work: 'Lashing crew' },
] as const;

export type PortalPerson = (typeof PORTAL_PEOPLE)[number];
