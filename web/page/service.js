// @ts-check
// The service worker of the page on a server: after the first visit the page works without a network. build.mjs sets `FILES` and `VERSION`,
// which names the contents of the files.
const CACHE = `gridcheck-${VERSION}`;

addEventListener("install", event => event.waitUntil(caches.open(CACHE).then(cache => cache.addAll(FILES))));
addEventListener("activate", event => event.waitUntil(caches.keys().then(names =>
  Promise.all(names.filter(name => name.startsWith("gridcheck-") && name !== CACHE).map(name => caches.delete(name))))));
addEventListener("fetch", event => event.respondWith(
  caches.match(event.request, { cacheName: CACHE, ignoreSearch: true }).then(found => found ?? fetch(event.request))));
