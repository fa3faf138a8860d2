const { publicUrl = '' } = document.documentElement.dataset

/** The address of a picture at the host that the page was opened at, which may be another name of the server. */
export const ownUrl = (url: string): string =>
  publicUrl !== '' && url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : url
