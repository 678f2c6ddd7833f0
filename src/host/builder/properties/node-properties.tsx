import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, Suspense } from 'react';
import type { Texts } from '../../../shared/forms/index.ts';
import { containedPart } from '../../../shared/ui/contained-part.tsx';
import { useBuilder } from '../builder-context.ts';
import { update } from '../edits/member-edits.ts';
import { type AnyNode, isContainer, type NodeId, placesOf } from '../edits/tree.ts';
import { useFaultText } from '../fault-text.ts';
import { SelectControl, TextsControl } from './controls.tsx';
import { DimensionControl, KeyControl, WidthControl } from './field-controls.tsx';
import { MemberControl } from './member-control.tsx';
import { type Member, membersOf } from './members.ts';
import { OptionsEditor } from './options-editor.tsx';
import type { Values } from './set-patch.ts';
import { ConditionalSwitch, VisibleControl } from './slot.tsx';
import { TextRules } from './text-rules.tsx';

const RichTextEditor = containedPart(() => import('./rich-text-editor.tsx'), 'RichTextEditor');

interface Props {
  readonly id: NodeId;
  readonly node: AnyNode;
}

/** All properties of one node, most frequently used first. */
export function NodeProperties({ id, node }: Props): ReactNode {
  useSignals();
  const { store, t } = useBuilder();
  const languageId = store.languageId.value;
  const errors = useErrors(id);
  const values = node as unknown as Values;
  const set = (patch: Values, typing?: string) =>
    void store.apply(update([id], patch), typing === undefined ? {} : { typing: `${id} ${typing}` });
  const controls: ReactNode[] = [];
  const members = membersOf(node);
  for (let at = 0; at < members.length; at += 1) {
    const [one, next] = [members[at] as Member, members[at + 1]];
    const draw = (member: Member) => (
      <MemberControl
        key={member.name}
        member={member}
        id={id}
        value={values[member.name]}
        error={errors.get(member.name)}
        set={set}
      />
    );
    if (one.half && next?.half) {
      controls.push(
        <div className="fb-pair" key={`${one.name} ${next.name}`}>
          {draw(one)}
          {draw(next)}
        </div>,
      );
      at += 1;
    } else controls.push(draw(one));
  }
  const isField = 'key' in node;
  const isRow = placesOf(store.body.value).get(placesOf(store.body.value).get(id)?.parent ?? '')?.node.type === 'table';
  return (
    <>
      {isField ? (
        <>
          <TextsControl
            label={t('p.label')}
            required
            value={node.label}
            languageId={languageId}
            error={errors.get('label')}
            onChange={(label) => label && set({ label }, `label ${languageId}`)}
          />
          <KeyControl id={id} error={errors.get('key')} />
          <TextsControl
            label={t('p.hint')}
            value={node.hint}
            languageId={languageId}
            error={errors.get('hint')}
            onChange={(hint) => set({ hint }, `hint ${languageId}`)}
          />
          {!isRow && !isContainer(node) && (
            <WidthControl value={node.width ?? 12} onChange={(width) => set({ width })} />
          )}
          <ConditionalSwitch name="required" id={id} value={values.required} error={errors.get('required')} set={set} />
          <ConditionalSwitch name="readOnly" id={id} value={values.readOnly} error={errors.get('readOnly')} set={set} />
        </>
      ) : (
        node.type !== 'richText' && (
          <TextsControl
            label={t('p.title')}
            value={(node as { readonly title?: Texts }).title}
            languageId={languageId}
            error={errors.get('title')}
            onChange={(title) => set({ title }, `title ${languageId}`)}
          />
        )
      )}
      <VisibleControl id={id} value={node.visible} error={errors.get('visible')} set={set} />
      {node.type === 'richText' && (
        <Suspense>
          <RichTextEditor
            key={`${id} ${languageId}`}
            label={t('p.content')}
            value={node.content[languageId] ?? ''}
            error={errors.get('content')}
            onChange={(text) => set({ content: { ...node.content, [languageId]: text } }, `content ${languageId}`)}
          />
        </Suspense>
      )}
      {(node.type === 'radio' || node.type === 'dropdown' || node.type === 'multiSelect') && (
        <OptionsEditor node={id} options={node.options} source={node.source} errors={errors} onChange={set} />
      )}
      {(node.type === 'radio' || node.type === 'dropdown') && node.options && (
        <SelectControl
          label={t('p.default')}
          value={node.default ?? ''}
          options={[
            { value: '', label: '' },
            ...node.options.map(({ id: value, text }) => ({ value, label: text[languageId] ?? text.en ?? value })),
          ]}
          error={errors.get('default')}
          onChange={(value) => set({ default: value || undefined })}
        />
      )}
      {node.type === 'dimension' && (
        <DimensionControl
          value={node.dimension ?? ''}
          error={errors.get('dimension')}
          onChange={(dimension) => set({ dimension })}
        />
      )}
      {(node.type === 'text' || node.type === 'multiline') && (
        <TextRules values={values} errors={errors} set={set} languageId={languageId} />
      )}
      {controls.length > 0 && <div className="fb-group">{controls}</div>}
      {errors.get('') && <p className="error">{errors.get('')}</p>}
    </>
  );
}

/** Problems by member name; nested problems also by path (`options/0/id`). */
function useErrors(id: NodeId): ReadonlyMap<string, string> {
  useSignals();
  const { store } = useBuilder();
  const textOfFault = useFaultText();
  const start = placesOf(store.body.value).get(id)?.pointer ?? '';
  const errors = new Map<string, string>();
  for (const problem of store.problemsByNode.value.get(id) ?? []) {
    const path = problem.pointer.slice(start.length + 1);
    const text = textOfFault(problem);
    for (const name of [path, path.split('/')[0] ?? '', path.replace(/\/(en|et|ru|zh)$/, '')]) {
      if (!errors.has(name)) errors.set(name, text);
    }
  }
  return errors;
}
