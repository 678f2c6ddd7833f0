export { manualResources } from './lists/index.ts';
