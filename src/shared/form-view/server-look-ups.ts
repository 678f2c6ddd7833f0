import { ApiError, call } from '../api/index.ts';
import { listDropdownValues } from '../contracts/dropdowns.contract.ts';
import { findRecords, type RecordChoice } from '../contracts/record-choices.contract.ts';
import { listCompanies, listDepartments, listDimensionValues } from '../contracts/reference-data.contract.ts';
import { findPeople } from '../contracts/session.contract.ts';
import type { UserRef } from '../contracts/shapes.contract.ts';
import type { Choice, LookUp, LookUps } from './services.ts';

/** Maximum number of dropdown options per request; others are found by typing. */
const OPTIONS_AT_ONCE = 200;
const PAGE_SIZE = 50;

interface Named {
  readonly id: string;
  readonly name: string;
  readonly code?: string;
}

/** Choices of task and record forms, requested from the server. Create one per form: it stores the names. */
export function createServerLookUps(): LookUps {
  return {
    async options(dropdownId, { filter = {}, language, ...asked }, signal) {
      const conditions = Object.entries(filter).map(([name, value]) => [`properties.${name}`, `eq:${value}`]);
      const values = await call(listDropdownValues, {
        params: { dropdownId, languageId: language },
        query: { ...wordsOf(asked), limit: OPTIONS_AT_ONCE, ...Object.fromEntries(conditions) },
        signal,
      });
      return values.map(({ id, text }) => ({ id, text }));
    },
    async people(asked, signal) {
      const { items } = await call(findPeople, { query: wordsOf(asked), signal });
      return items.map(personChoice);
    },
    async departments(asked, signal) {
      const found = await call(listDepartments, { query: queryOf(asked), signal });
      return 'items' in found ? found.items.map(namedChoice) : [];
    },
    async companies(asked, signal) {
      return (await call(listCompanies, { query: queryOf(asked), signal })).items.map(namedChoice);
    },
    async dimensionValues(code, asked, signal) {
      const { items } = await call(listDimensionValues, { params: { id: code }, query: queryOf(asked), signal });
      return items.map(namedChoice);
    },
    async records(resource, asked, signal) {
      try {
        const { items } = await call(findRecords, {
          params: { resource },
          query: { ...queryOf(asked), sort: 'title' },
          signal,
        });
        return items.map(recordChoice);
      } catch (error) {
        // A registry that is missing, or not accessible, has no choices.
        if (error instanceof ApiError && error.status === 404) return [];
        throw error;
      }
    },
  };
}

function personChoice({ key, id, name, avatar }: UserRef): Choice {
  return { id: key, text: name, detail: id, avatar: avatar ?? null };
}

function namedChoice({ id, name, code }: Named): Choice {
  return { id, text: name, ...(code && code !== name ? { detail: code } : {}) };
}

function recordChoice({ id, number, title }: RecordChoice): Choice {
  return { id, text: title || number || '–', ...(title && number ? { detail: number } : {}) };
}

function wordsOf({ q, ids }: Omit<LookUp, 'language'>): { q?: string; ids?: string } {
  // In a list of ids, commas within an id are escaped.
  if (ids) return { ids: ids.map((id) => id.replace(/[\\,]/g, '\\$&')).join(',') };
  return q ? { q } : {};
}

const queryOf = (asked: LookUp) => ({ ...wordsOf(asked), limit: asked.ids ? 200 : PAGE_SIZE });
