import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useState } from 'react';
import { EditingProvider } from '../../shared/administration/editing.tsx';
import { useSettingsCall } from '../../shared/administration/settings-call.ts';
import { type PropertiesOf, useWidget } from '../../shared/element/index.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import type { ImportDone } from '../../shared/imports/import.store.ts';
import { ImportPage } from '../../shared/imports/import-page.tsx';
import { useMessages } from '../../shared/locale/index.ts';
import { readQuestion } from '../../shared/records/index.ts';
import { useQuestion } from '../../shared/records/use-question.ts';
import { session, shownSession } from '../../shared/session/index.ts';
import { asksToSignIn, SignIn } from '../../shared/ui/sign-in.tsx';
import pageStyles from '../../shared/ui/styles/settings-table.css?inline';
import styles from '../../shared/ui/styles/tags.css?inline';
import { tagsMessages } from './tags.messages.ts';
import { createTags } from './tags.store.ts';
import { TagsList } from './tags-list.tsx';
import '../../shared/ui/styles/parts-sheet.ts';

type SettingsTagsProps = PropertiesOf<'verva-settings-tags'>;

/** Administration of tags (ADM-03). */
export function SettingsTags(props: SettingsTagsProps): ReactNode {
  useStyles(pageStyles);
  useStyles(styles);
  useSignals();
  const shown = shownSession.value;
  return (
    <EditingProvider mayEdit={!props.readonly} auditPage={props.auditPage}>
      <SettingsOf key={`${shown?.user.key} ${shown?.tenant.tenantId}`} {...props} />
    </EditingProvider>
  );
}

function SettingsOf({ query = '', usersPage }: SettingsTagsProps): ReactNode {
  useSignals();
  const t = useMessages(tagsMessages);
  const widget = useWidget();
  const send = useSettingsCall((change) => widget.emit('verva-settings-changed', change));
  const onImported = (done: ImportDone) => widget.emit('verva-import-done', done);
  // The initial question; later ones come from the user, or from Back.
  const [store] = useState(() => createTags({ send, asked: readQuestion(query) }));
  const [imports, setImports] = useState(false);
  const isListed = session.value.status === 'signed-in' && !imports;
  useQuestion({
    records: store.records,
    query,
    isListed,
    onChange: (asked) => widget.emit('verva-tags-changed', { query: asked }),
  });
  if (asksToSignIn()) return <SignIn text={t('signedOut')} />;
  const onUsers = usersPage
    ? (tagId: string) => {
        const asked = `tags=eq:${tagId}`;
        if (widget.ask('verva-users-listed', { query: asked })) location.assign(`${usersPage}?${asked}`);
      }
    : null;
  if (imports) return <ImportPage resource="tags" onClose={() => setImports(false)} onDone={onImported} />;
  return <TagsList store={store} onImport={() => setImports(true)} onUsers={onUsers} t={t} />;
}
