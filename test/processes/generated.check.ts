import { test } from 'node:test';
import { checkModels } from './generate.ts';

const models = Number(process.env.MODELS ?? 10_000);

test(`${models} generated process models end as their tree predicts`, async (context) => {
  const seed = process.env.SEED === undefined ? undefined : Number(process.env.SEED);
  const { events } = await checkModels(models, seed);
  context.diagnostic(`${models} models, ${events} events`);
});
