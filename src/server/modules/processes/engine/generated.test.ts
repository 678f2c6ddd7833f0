import { test } from 'node:test';
import { checkModels } from '../../../../../test/processes/generate.ts';

const models = Number(process.env.MODELS ?? 600);

test(`TSK-18 ${models} generated process models end as their tree predicts`, async (context) => {
  const { events } = await checkModels(models);
  context.diagnostic(`${models} models, ${events} events`);
});
