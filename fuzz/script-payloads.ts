/** Called by each payload that runs; the page defines it and records the call. */
export const sentinel = 'sentinel7f3a()';

const tags = [
  `<script>${sentinel}</script>`,
  `<ScRiPt>${sentinel}</sCrIpT>`,
  `<script/x>${sentinel}</script>`,
  `<script src=data:,${sentinel}></script>`,
  `<script type=module>${sentinel}</script>`,
  `</script><script>${sentinel}</script>`,
  `</title><script>${sentinel}</script>`,
  `</textarea><script>${sentinel}</script>`,
  `</style><script>${sentinel}</script>`,
  `<scr<script>ipt>${sentinel}</scr</script>ipt>`,
  `<!--<script>--><script>${sentinel}</script>`,
  `<![CDATA[<script>${sentinel}</script>]]>`,
  `<noscript><p title="</noscript><script>${sentinel}</script>">`,
  `<template><script>${sentinel}</script></template>`,
];
const handlers = [
  `<img src=x onerror=${sentinel}>`,
  `"><img src=x onerror=${sentinel}>`,
  `'><img src=x onerror=${sentinel}>`,
  `<img src=x OnErRoR="${sentinel}">`,
  `<img/src=x/onerror=${sentinel}>`,
  `<body onload=${sentinel}>`,
  `<input autofocus onfocus=${sentinel}>`,
  `<details open ontoggle=${sentinel}>`,
  `<video><source onerror=${sentinel}>`,
  `<audio src=x onerror=${sentinel}>`,
  `<marquee onstart=${sentinel}>`,
  `<select autofocus onfocus=${sentinel}>`,
  `<div onpointerover=${sentinel}>x</div>`,
  `<style onload=${sentinel}></style>`,
  `<link rel=stylesheet href=data:, onload=${sentinel}>`,
  `" onmouseover="${sentinel}" x="`,
  `' autofocus onfocus='${sentinel}`,
  `x" style="animation-name:x" onanimationstart="${sentinel}`,
];
const drawings = [
  `<svg onload=${sentinel}>`,
  `<svg/onload=${sentinel}>`,
  `<svg><script>${sentinel}</script></svg>`,
  `<svg><animate onbegin=${sentinel} attributeName=x dur=1s>`,
  `<svg><a href="javascript:${sentinel}"><text y=9>x</text></a></svg>`,
  `<svg><foreignObject><img src=x onerror=${sentinel}></foreignObject></svg>`,
  `<math><mtext><img src=x onerror=${sentinel}></mtext></math>`,
];
const frames = [
  `<iframe src="javascript:${sentinel}">`,
  `<iframe srcdoc="<script>parent.${sentinel}</script>">`,
  `<object data="javascript:${sentinel}">`,
  `<embed src="javascript:${sentinel}">`,
  `<base href="javascript:/a/">`,
  `<meta http-equiv=refresh content="0;url=javascript:${sentinel}">`,
  `<form action="javascript:${sentinel}"><button>x</button></form>`,
];
const addresses = [
  `javascript:${sentinel}`,
  `JaVaScRiPt:${sentinel}`,
  `java\tscript:${sentinel}`,
  `javascript://%0a${sentinel}`,
  `data:text/html,<script>parent.${sentinel}</script>`,
  `vbscript:${sentinel}`,
  `[x](javascript:${sentinel})`,
  `![x](x"onerror="${sentinel})`,
  `<a href="javascript:${sentinel}">x</a>`,
  `<a href="&#106;avascript:${sentinel}">x</a>`,
];
const languages = [
  `{{constructor.constructor('${sentinel}')()}}`,
  `\${${sentinel}}`,
  `{{${sentinel}}}`,
  `$t(${sentinel})`,
  `<%= ${sentinel} %>`,
  `';${sentinel};//`,
  `";${sentinel};//`,
  `\`;${sentinel};//`,
  `\\u003cscript\\u003e${sentinel}\\u003c/script\\u003e`,
  `%3Cscript%3E${sentinel}%3C/script%3E`,
  `&lt;script&gt;${sentinel}&lt;/script&gt;`,
  `＜script＞${sentinel}＜/script＞`,
  `\u2028${sentinel}\u2029`,
  `\u202e>tpircs<${sentinel}`,
  `{"__html":"<img src=x onerror=${sentinel}>"}`,
  `=HYPERLINK("javascript:${sentinel}")`,
];

/** Scripts in every form: tags, handlers, SVG, frames, addresses, templates, strings of other languages. */
export const scriptPayloads: readonly string[] = [
  ...tags,
  ...handlers,
  ...drawings,
  ...frames,
  ...addresses,
  ...languages,
  // Short ones, for fields with room for little.
  '<b>x',
  '"><i>',
  "'>x",
  '<!--',
  '{{7*7}}',
  '</p>',
];
