// The intranet's own script. An intranet knows its people already and asks its back end for their identity tokens; this
// one has no back end, so it signs in at the identity service by itself.
import { configureVerva, logout } from 'http://localhost:8080/embed/loader.js';

const VERVA = 'http://localhost:8080';
const KEPT = 'intranet.person';
const PEOPLE = ['anna.tamm', 'mart.kask', 'olga.ivanova', 'wei.zhang'];

const form = document.querySelector('#person');
const who = document.querySelector('#who');
const leave = document.querySelector('#leave');
const status = document.querySelector('#status');

/** One operation of the identity service, which speaks Amazon Cognito's protocol. */
async function identity(operation, body) {
  const response = await fetch(`${VERVA}/identity/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify({ ClientId: 'verva-web', ...body }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

let held = null;

/** What Verva asks for a token with: the one at hand while it is good, else a new one. */
async function getToken({ force = false } = {}) {
  const refreshToken = sessionStorage.getItem(KEPT);
  if (!refreshToken) return null;
  if (held && !force && held.until > Date.now()) return held.token;
  try {
    const { AuthenticationResult } = await identity('InitiateAuth', {
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      AuthParameters: { REFRESH_TOKEN: refreshToken },
    });
    keep(AuthenticationResult);
    return held.token;
  } catch {
    show(null);
    return null;
  }
}

function keep({ IdToken, ExpiresIn, RefreshToken }) {
  held = { token: IdToken, until: Date.now() + (ExpiresIn - 60) * 1000 };
  if (RefreshToken) sessionStorage.setItem(KEPT, RefreshToken);
}

function show(username) {
  if (username === null) sessionStorage.removeItem(KEPT);
  else sessionStorage.setItem(`${KEPT}.name`, username);
  leave.hidden = username === null;
  if (username) who.value = username;
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  status.textContent = '';
  try {
    const { password } = await (await fetch('accounts.json')).json();
    const { AuthenticationResult } = await identity('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: who.value, PASSWORD: password },
    });
    keep(AuthenticationResult);
    show(who.value);
    await configureVerva({ apiBase: VERVA, getToken });
  } catch (error) {
    status.textContent = error.message;
  }
});

leave.addEventListener('click', async () => {
  const token = sessionStorage.getItem(KEPT);
  await logout();
  show(null);
  if (token) await identity('RevokeToken', { Token: token });
});

// For whoever builds this page: what is right and wrong on it.
if (new URLSearchParams(location.search).has('doctor')) {
  document.querySelector('main').before(document.createElement('verva-doctor'));
}

for (const username of PEOPLE) who.append(new Option(username, username));
show(sessionStorage.getItem(KEPT) ? sessionStorage.getItem(`${KEPT}.name`) : null);
document.querySelector('#today').textContent = new Intl.DateTimeFormat('et', { dateStyle: 'full' }).format(new Date());
await configureVerva({ apiBase: VERVA, getToken });
