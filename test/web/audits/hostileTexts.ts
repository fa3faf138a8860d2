/** Where hostile texts try to reach; nothing of a page may ask for it. */
export const HOSTILE_HOST = 'hostile.test'

/** What a script of a hostile text would do. */
const RUN = 'window.hostile=1'
const AWAY = `//${HOSTILE_HOST}/x`

/** Texts that would be harmful in a page that takes them for anything but text. Each stands in one line. */
export const HOSTILE_TEXTS: readonly string[] = [
  `<script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `"><script src=${AWAY}.js></script>`,
  `<img src=x onerror=${RUN}>`,
  `<img src=${AWAY}.png data-hostile>`,
  `<svg onload=${RUN}>`,
  `<svg><a xlink:href="javascript:${RUN}"><text>go</text></a></svg>`,
  `<math><mtext><img src=x onerror=${RUN}></mtext></math>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>">`,
  `<iframe src=${AWAY}>`,
  `<object data=${AWAY}>`,
  `<embed src=${AWAY}>`,
  `<video src=x onerror=${RUN}>`,
  `<body onload=${RUN}>`,
  `<input autofocus onfocus=${RUN}>`,
  `<details open ontoggle=${RUN}>`,
  `<style>@import "${AWAY}.css"</style>`,
  `<link rel=stylesheet href=${AWAY}.css>`,
  `<base href=${AWAY}>`,
  `<meta http-equiv=refresh content="0;url=${AWAY}">`,
  `<form action=${AWAY}><button>go</button></form>`,
  `<a href="javascript:${RUN}">click</a>`,
  `javascript:${RUN}//`,
  `data:text/html,<script>${RUN}</script>`,
  `[click](javascript:${RUN})`,
  `![x](${AWAY}.png)`,
  `' onmouseover='${RUN}`,
  `" autofocus onfocus="${RUN}`,
  '&lt;b data-hostile&gt;bold&lt;/b&gt;',
  '\\u003cimg src=x onerror=alert(1)\\u003e',
  '<!-- all that follows is a comment',
  '<plaintext>',
  '<template><b data-hostile>',
  ']]><![CDATA[',
  '{{name}} {{count}} {{constructor.constructor("window.hostile=1")()}}',
  '$t(common:cancel) $t(nav.home)',
  `\${${RUN}} #{${RUN}} <%= ${RUN} %>`,
  '__proto__ constructor prototype toString',
  '%00 %0d%0aSet-Cookie: hostile=1 %3Cscript%3E',
  '\'; DROP TABLE "User"; --',
]

/** Addresses as people would put them among their links. */
export const HOSTILE_LINKS: readonly string[] = [
  `javascript:${RUN}//`,
  `JavaScript:${RUN}//`,
  `data:text/html,<script>${RUN}</script>`,
  `vbscript:${RUN}`,
  `https://${HOSTILE_HOST}/"onmouseover="${RUN}`,
  `https://user:password@${HOSTILE_HOST}/`,
]
