/**
 * Errors with a code that programs can act on.
 */

/**
 * @typedef {'aborted' | 'busy' | 'max-steps' | 'model-unavailable' | 'model-download-required'
 *   | 'model-error' | 'bad-reply' | 'no-tools'} ErrorCode
 * @typedef {{ status?: number, code?: string, retryAfter?: number,
 *   requestId?: string }} ErrorDetail
 */

export class SiteAgentError extends Error {
  /**
   * @param {ErrorCode} code
   * @param {string} message
   * @param {ErrorDetail} [detail]
   */
  constructor(code, message, detail) {
    super(message);
    this.name = 'SiteAgentError';
    this.code = code;
    if (detail !== undefined) this.detail = detail;
  }
}
