/**
 * The requests about stored runs. They carry no cookie, never throw, and may outlive the page.
 */

import { toJson } from './json.js';
import { Address, parseJson, request } from './kept.js';
import { bare, picked } from './own.js';

/** Bytes that the program takes. */
const MAX_BYTES = 256 * 1024;
/** Bytes that a browser sends after the page is gone, with room for others who do. */
const KEPT_ALIVE = 48 * 1024;
/** This file's own address; a bundler takes what stands beside `new URL` for a file of its own. */
const BESIDE = import.meta.url;

/**
 * @typedef {{ id: string, code: string, token: string }} Stored
 * @typedef {Stored | 'failed' | 'too-long'} Sent
 */

export class StoreRequests {
  #hosted;

  /** @param {import('./options.js').Hosted} hosted */
  constructor(hosted) {
    this.#hosted = hosted;
  }

  /**
   * @param {'metadata' | 'full'} level
   * @param {unknown} trace
   * @returns {Promise<Sent>}
   */
  async send(level, trace) {
    try {
      const body = toJson({ level, trace });
      const bytes = new TextEncoder().encode(body).length;
      if (bytes > MAX_BYTES) return 'too-long';
      const address = this.#address();
      address.searchParams.set('widget', this.#hosted.key ?? '');
      const headers = bare({ 'content-type': 'application/json' });
      const answer = await this.#ask(address.href, {
        method: 'POST',
        headers,
        body,
        keepalive: bytes <= KEPT_ALIVE,
      });
      if (answer.status === 413) return 'too-long';
      if (answer.status !== 201) return 'failed';
      const { id, code, deleteToken: token } = picked(parseJson(await answer.text()), [
        ...['id', 'code', 'deleteToken'],
      ]);
      return isWord(id) && isWord(code) && typeof token === 'string' ? { id, code, token } : 'failed';
    } catch {
      return 'failed';
    }
  }

  /**
   * @param {Stored} stored
   * @returns {Promise<boolean>} whether it is gone
   */
  async remove({ id, token }) {
    try {
      const address = this.#address();
      address.pathname += `/${id}`;
      const headers = bare({ authorization: `Bearer ${token}` });
      const { status } = await this.#ask(address.href, { method: 'DELETE', headers });
      // Somebody else may have deleted it before.
      return status === 204 || status === 404;
    } catch {
      return false;
    }
  }

  #address() {
    return new Address(this.#hosted.tracesUrl ?? '', BESIDE);
  }

  /**
   * @param {string} url
   * @param {RequestInit} init
   */
  #ask(url, init) {
    return request(url, bare({ ...init, credentials: 'omit' }));
  }
}

/** @param {unknown} value of the program's answer */
function isWord(value) {
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value);
}
