import type { PartTexts } from '../../config-texts/index.ts';
import type { Definition, Names, Node } from '../engine/model.ts';

/** A name of the model with its translations. */
export interface Label {
  readonly name?: string;
  readonly names?: Names;
}

/** Returns the definition with the organisation's translations of its names. The engine uses none of them. */
export function translatedDefinition(definition: Definition, own: PartTexts): Definition {
  const nodes = Object.create(null) as Definition['nodes'];
  for (const [id, node] of Object.entries(definition.nodes)) nodes[id] = translatedNode(node, own);
  return {
    ...definition,
    ...translated('names', definition.names, own.process),
    ...translated('shortNames', definition.shortNames, own.shortName),
    nodes,
  };
}

function translatedNode(node: Node, own: PartTexts): Node {
  const outcomes = (node.task?.outcomes ?? []).flatMap((id) => {
    const names = own[`outcome:${node.id}/${id}`];
    return names ? [[id, names] as const] : [];
  });
  return {
    ...node,
    ...translated('names', node.names, own[`node:${node.id}`]),
    ...translated('stages', node.stages, own[`stage:${node.id}`]),
    ...(node.task && outcomes.length > 0 ? { task: { ...node.task, outcomeNames: Object.fromEntries(outcomes) } } : {}),
  };
}

/** Returns a member with the translations of the model, replaced by those of the organisation. */
export function translated(
  member: 'names' | 'shortNames' | 'stages',
  names: Names | undefined,
  own: PartTexts[string] | undefined,
): { names?: Names; shortNames?: Names; stages?: Names } {
  const all = own ? { ...names, ...own } : names;
  return all ? { [member]: all } : {};
}
