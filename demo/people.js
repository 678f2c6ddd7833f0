// The personnel and asset pages of the intranet. Their back end knows who is signed in, and asks Verva for a token of an
// administrator with the scopes of these elements; accounts and rights are changed in Verva itself.
import { configureVerva } from 'http://localhost:8080/embed/loader.js';

const PAGES = {
  users: { title: 'Employees', tag: 'verva-settings-users' },
  departments: { title: 'Departments', tag: 'verva-settings-departments' },
  tags: { title: 'Tags', tag: 'verva-settings-tags' },
  assets: { title: 'Assets', tag: 'verva-records', attributes: { registry: 'assets' } },
};

/** What Verva asks for a token with. */
async function getToken() {
  const response = await fetch('people/token', { method: 'POST' });
  return response.ok ? response.text() : null;
}

/** The address has the page and the user: `#users/kadri.magi`. */
function show() {
  const [name, userId] = location.hash.slice(1).split('/');
  const { title, tag, attributes = {} } = PAGES[name] ?? PAGES.users;
  const element = document.createElement(tag);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  if (userId) element.setAttribute('user-id', userId);
  document.querySelector('h1').textContent = title;
  document.querySelector('#element').replaceChildren(element);
  for (const link of document.querySelectorAll('nav a')) {
    link.ariaCurrent = link.hash === `#${name in PAGES ? name : 'users'}` ? 'page' : null;
  }
}

// A department leads to its users, whom another element shows.
document.addEventListener('verva-user-opened', (event) => {
  if (event.target.localName !== 'verva-settings-departments') return;
  event.preventDefault();
  location.hash = `users/${event.detail.userId}`;
});
addEventListener('hashchange', show);
show();
await configureVerva({ apiBase: 'http://localhost:8080', getToken });
