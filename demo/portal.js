// The portal's own script. Its people have no account with Verva: the portal's back end asks for a token in their name.
import { configureVerva } from 'http://localhost:8080/embed/loader.js';

const find = (selector) => document.querySelector(selector);

/** What Verva asks for a token with; null once nobody is signed in here. */
async function getToken() {
  const response = await fetch('token');
  return response.status === 200 ? response.text() : null;
}

async function show() {
  const { person, people } = await (await fetch('person')).json();
  find('#enter').hidden = person !== null;
  find('#leave').hidden = person === null;
  find('#inside').hidden = person === null;
  find('#name').textContent = person?.name ?? '';
  find('#reader').replaceChildren();
  find('#people').replaceChildren(
    ...people.map(({ id, name, work }) => {
      const button = document.createElement('button');
      const what = document.createElement('small');
      what.textContent = work;
      button.type = 'submit';
      button.value = id;
      button.append(name, what);
      return button;
    }),
  );
  await configureVerva({ apiBase: 'http://localhost:8080', getToken });
  if (person) find('#reader').append(document.createElement('verva-manual-reader'));
}

async function post(path, body = '') {
  find('#status').textContent = '';
  const response = await fetch(path, { method: 'POST', body });
  if (response.ok) await show();
  else find('#status').textContent = await response.text();
}

find('#enter').addEventListener('submit', (event) => {
  event.preventDefault();
  void post('sign-in', event.submitter.value);
});
find('#leave').addEventListener('submit', (event) => {
  event.preventDefault();
  void post('sign-out');
});
await show();
