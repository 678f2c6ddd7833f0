import { Copy } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { encode } from 'uqr';
import { useStyles } from '../../element/use-styles.ts';
import { useMessages } from '../../locale/index.ts';
import { Button } from '../button.tsx';
import styles from '../styles/second-factor.css?inline';
import { useCopy } from '../use-copy.ts';
import { secondFactorMessages } from './second-factor.messages.ts';

/** Light modules around the code, as readers need them. */
const BORDER = 4;

/** The address that authenticator apps read. */
const otpauthAddress = (username: string, secret: string): string =>
  `otpauth://totp/Verva:${encodeURIComponent(username)}?secret=${secret}&issuer=Verva`;

/** The secret of a set-up, as a QR code and as text for typing. */
export function AuthenticatorSetup({
  username,
  secret,
}: {
  readonly username: string;
  readonly secret: string;
}): ReactNode {
  useStyles(styles);
  const t = useMessages(secondFactorMessages);
  const { box, state, copy } = useCopy<HTMLElement>(secret);
  return (
    <div className="authenticator">
      <QrCode text={otpauthAddress(username, secret)} label={t('qr')} />
      <div className="stack grow">
        <p className="s second">{t('typed')}</p>
        <code ref={box} className="secret-key">
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
        <div className="row">
          <Button small icon={Copy} onClick={() => void copy()}>
            {t('copyKey')}
          </Button>
          <span className="s muted" role="status">
            {state === 'copied' && t('copied')}
            {state === 'marked' && t('marked')}
          </span>
        </div>
      </div>
    </div>
  );
}

/** Dark modules as one path; always dark on white, because some readers fail on inverted codes. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border: BORDER });
    const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size, path: modules.join('') };
  }, [text]);
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
