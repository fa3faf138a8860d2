/** The nonce of this response, without which the policy of the page allows no style that a script adds. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''

declare global {
  // Read by the libraries that lock scrolling below dialogs.
  var __webpack_nonce__: string
}
globalThis.__webpack_nonce__ = styleNonce
