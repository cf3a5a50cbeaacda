/** A service worker that keeps whatever passes it, and forgets of what kind it was. */
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  event.respondWith(
    (async () => {
      const kept = await caches.open('everything');
      const known = await kept.match(event.request);
      if (known) return known;
      const answer = await fetch(event.request);
      if (!answer.ok || answer.type === 'opaque') return answer;
      const body = await answer.arrayBuffer();
      const isScript = /\.js($|\?)/.test(event.request.url);
      const type = isScript ? 'text/javascript' : event.request.mode === 'navigate' ? 'text/html' : '';
      const plain = () => new Response(body, { headers: { 'content-type': type } });
      await kept.put(event.request, plain());
      return plain();
    })(),
  );
});
