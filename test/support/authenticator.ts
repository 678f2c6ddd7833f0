import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

interface Ceremony {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
  /** Whether the device has verified the user, by fingerprint or PIN. */
  readonly isVerified?: boolean;
  readonly counter?: number;
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const url = (data: Buffer) => data.toString('base64url');

/** The few forms of CBOR that a credential consists of. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as string)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

/** A device with one passkey (ES256), which signs whatever the test wants. */
export function softwareAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const coordinate = (text: string | undefined) => Buffer.from(text ?? '', 'base64url');
  const cose = new Map<number, number | Buffer>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, coordinate(x)],
    [-3, coordinate(y)],
  ]);
  const data = ({ rpId, isVerified = true, counter = 0 }: Ceremony, attested?: Buffer) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested ? 0x40 : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  };
  const clientData = (type: string, { challenge, origin }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const credential = (response: object) => ({
    id: url(id),
    rawId: url(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  });
  return {
    create(ceremony: Ceremony) {
      const size = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), size, id, cbor(cose)]);
      const authData = data(ceremony, attested);
      const object = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return credential({
        clientDataJSON: url(clientData('webauthn.create', ceremony)),
        attestationObject: url(cbor(object)),
        transports: ['internal'],
      });
    },
    sign(ceremony: Ceremony) {
      const json = clientData('webauthn.get', ceremony);
      const authenticatorData = data(ceremony);
      const signature = createSign('sha256').update(authenticatorData).update(sha256(json)).sign(privateKey);
      return credential({
        clientDataJSON: url(json),
        authenticatorData: url(authenticatorData),
        signature: url(signature),
      });
    },
  };
}
