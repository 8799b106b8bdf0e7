/** SVG files that run a script or load something, in as many ways as possible, and random variants of them. */
import type { Random } from '../support/random.ts'

const svgNamespace = 'http://www.w3.org/2000/svg'
const htmlNamespace = 'http://www.w3.org/1999/xhtml'
const namespaces = `xmlns="${svgNamespace}" xmlns:x="${svgNamespace}" xmlns:xlink="http://www.w3.org/1999/xlink"`

const events =
  'load click mouseover mouseenter mousemove focus focusin error begin end repeat resize scroll zoom unload ' +
  'animationstart pointerdown beforexrselect'

function wrapInSvg(content: string, attributes = ''): string {
  return `<svg ${namespaces} width="90" height="90" ${attributes}>${content}<rect width="90" height="90"/></svg>`
}

/** `canary` is a URL that only an active drawing requests. */
export function listActiveSvgs(canary: string): string[] {
  const run = `console.log('active');fetch('${canary}')`
  const image = `<img xmlns="${htmlNamespace}" src="${canary}" onerror="${run}"/>`
  const nested = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="${svgNamespace}" onload="${run}"/>`)}`
  const doctype = (subset: string) => `<!DOCTYPE svg [${subset}]>`
  const xhtml = '<!DOCTYPE svg PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "">'
  const contents = [
    ...['script', 'x:script', 'SCRIPT', 'x:Script'].map((name) => `<${name}>${run}</${name}>`),
    `<script href="${canary}"/>`,
    `<x:script xlink:href="${canary}"/>`,
    `<script type="module"><![CDATA[${run}]]></script>`,
    `<script><!-- -->${run}</script>`,
    `<script\n>${run}</script\n>`,
    `<h:script xmlns:h="${htmlNamespace}">${run}</h:script>`,
    `<script xmlns="${htmlNamespace}" src="${canary}"></script>`,
    `<handler xmlns="${svgNamespace}" type="application/ecmascript">${run}</handler>`,
    `<foreignObject width="9" height="9">${image}</foreignObject>`,
    `<x:foreignObject width="9" height="9"><iframe xmlns="${htmlNamespace}" src="${canary}"/></x:foreignObject>`,
    `<foreignObject><style xmlns="${htmlNamespace}">@import "${canary}";</style></foreignObject>`,
    ...['iframe', 'embed', 'object', 'video', 'audio', 'input'].map(
      (name) =>
        `<${name} xmlns="${htmlNamespace}" src="${canary}" data="${canary}" type="image"></${name}>`,
    ),
    image,
    `<link xmlns="${htmlNamespace}" rel="stylesheet" href="${canary}"/>`,
    `<meta xmlns="${htmlNamespace}" http-equiv="refresh" content="0;url=${canary}"/>`,
    `<body xmlns="${htmlNamespace}" background="${canary}"/>`,
    `<image href="${canary}" width="9" height="9"/>`,
    `<image xlink:href="${canary}" width="9" height="9"/>`,
    `<x:image href="${canary}" width="9" height="9"/>`,
    `<image href="${nested}" width="9" height="9"/>`,
    `<filter id="f"><feImage href="${canary}"/></filter><rect filter="url(#f)" width="9" height="9"/>`,
    ...[`${canary}#a`, nested, ` ${canary}`, `&#104;ttp${canary.slice(4)}#a`].map(
      (address) => `<use href="${address}"/>`,
    ),
    `<use xlink:href="${canary}#a"/>`,
    `<linearGradient id="g" href="${canary}#a"/><rect fill="url(#g)" width="9" height="9"/>`,
    `<text><textPath href="${canary}#a">x</textPath></text>`,
    `<a href="javascript:${run}"><rect width="90" height="90"/></a>`,
    `<a xlink:href="&#106;avascript:${run}"><rect width="90" height="90"/></a>`,
    `<a href="${canary}"><rect width="90" height="90"/></a>`,
    `<a><set attributeName="href" to="javascript:${run}"/><rect width="90" height="90"/></a>`,
    `<animate attributeName="x" dur="1s" onbegin="${run}"/>`,
    `<image width="9" height="9"><animate attributeName="href" values="${canary}" dur="1s"/></image>`,
    `<set attributeName="x" to="1" onbegin="${run}"/>`,
    ...listActiveStyles(canary).flatMap((css) => [`<style>${css}</style>`]),
    `<x:style>@import "${canary}";</x:style>`,
    `<style>&#64;import "${canary}";</style>`,
    `<style>@im<!-- -->port "${canary}";</style>`,
    `<style>@im<g/>port "${canary}";</style>`,
    `<style><![CDATA[@import]]> "${canary}";</style>`,
    `<style>\\40 import "${canary}";</style>`,
    ...['fill', 'stroke', 'filter', 'mask', 'clip-path', 'marker-start', 'cursor'].map(
      (name) => `<path d="M0 0H50V50Z" ${name}="url(${canary}#a)"/>`,
    ),
    `<path d="M0 0H50V50Z" fill="u\\72l(${canary}#a)"/>`,
    `<path d="M0 0H50V50Z" style="fill:url('${canary}#a')"/>`,
    `<rect width="50" height="50" mask="image-set('${canary}' 1x)"/>`,
    `<rect width="50" height="50" style="mask-image:&#105;mage-set('${canary}' 1x)"/>`,
  ]
  return [
    ...contents.map((content) => wrapInSvg(content)),
    ...events.split(' ').map((event) => wrapInSvg('', `on${event}="${run}"`)),
    ...['image-set', '-webkit-image-set'].map((name) =>
      wrapInSvg('', `style="background-image:${name}('${canary}' 1x)"`),
    ),
    wrapInSvg('', `style="background:url(${canary})"`),
    wrapInSvg('<use href="#a"/>', `xml:base="${canary}"`),
    wrapInSvg('', `ONLOAD="${run}"`),
    wrapInSvg('', `\tonload\n=\n'${run.replaceAll("'", '&#39;')}'`),
    `<svg/onload=${run}>`,
    `${doctype(`<!ENTITY e "<script>${run}</script>">`)}${wrapInSvg('&e;')}`,
    `${doctype(`<!ENTITY e SYSTEM "${canary}">`)}${wrapInSvg('<text>&e;</text>')}`,
    `${doctype(`<!ENTITY % e SYSTEM "${canary}"> %e;`)}${wrapInSvg('')}`,
    `${doctype(`<!ATTLIST svg onload CDATA "${run}">`)}${wrapInSvg('')}`,
    `${xhtml}${wrapInSvg(`<style>&commat;import "${canary}";</style>`)}`,
    `${xhtml}${wrapInSvg(`<style>rect{mask-image:url&lpar;${canary})}</style>`)}`,
    `${xhtml}${wrapInSvg(`<path d="M0 0H50V50Z" style="mask:url&lpar;${canary})"/>`)}`,
    `<?xml-stylesheet href="${canary}"?>${wrapInSvg('')}`,
    `<?xml-stylesheet type="text/xsl" href="${canary}"?>${wrapInSvg('')}`,
    `<?xml version="1.0" encoding="ISO-2022-JP"?>${wrapInSvg(`<script>${run}</script>`)}`,
    `<?xml version="1.0" encoding="UTF-7"?>${wrapInSvg(`<script>${run}</script>`)}`,
  ]
}

function listActiveStyles(canary: string): string[] {
  return [
    ...[`"${canary}"`, `url(${canary})`, `'${canary}' screen`].map((from) => `@import ${from};`),
    `@IMPORT "${canary}";`,
    `@font-face{font-family:f;src:url(${canary})}text{font-family:f}`,
    ...[`url(${canary})`, `url( "${canary}" )`, `URL('${canary}')`].map(
      (address) => `svg{background:${address}}`,
    ),
    ...['image-set', '-webkit-image-set', 'IMAGE-SET'].map(
      (name) => `svg{background-image:${name}("${canary}" 1x)}`,
    ),
    `svg{background:cross-fade(url(${canary}),red)}`,
    `svg{cursor:image-set("${canary}" 1x),auto}`,
    `rect{mask-image:image-set('${canary}' 1x)}`,
    `svg{list-style-image:url(${canary})}`,
    `@media all{svg{background:url(${canary})}}`,
    `svg{--a:url(${canary});background:var(--a)}`,
    `svg::before{content:url(${canary})}`,
  ]
}

/** Changes that a reader of the file may ignore, but a check may not. */
const mutations: readonly ((svg: string, random: Random) => string)[] = [
  (svg, random) => insertAt(svg, random, '<!-- -->'),
  (svg, random) => insertAt(svg, random, random.pick(['\n', '\t', ' ', '\f', '\0', '\u00A0'])),
  (svg, random) => insertAt(svg, random, random.pick(['/**/', '\\', '&#0;', '&Tab;', ']]>'])),
  (svg, random) => replaceCharacter(svg, random, (code) => `&#${code};`),
  (svg, random) => replaceCharacter(svg, random, (code) => `&#x${code.toString(16)};`),
  (svg, random) => replaceCharacter(svg, random, (code) => `\\${code.toString(16)} `),
  (svg) => svg.replace(/<(\/?)(\w+)/g, '<$1x:$2'),
  (svg) => svg.replace(/<style>([^<]*)<\/style>/, '<style><![CDATA[$1]]></style>'),
  (svg) => `<?xml version="1.0" encoding="utf-8"?>\n${svg}`,
  (svg) => `\uFEFF${svg}`,
  (svg) => svg.replaceAll('"', "'"),
]

/** One or several changes of an active file. Most variants are damaged; those that a browser still accepts matter. */
export function mutateSvg(svg: string, random: Random): string {
  let mutated = svg
  for (let times = 1 + random.below(3); times > 0; times--) {
    mutated = random.pick(mutations)(mutated, random)
  }
  return mutated
}

function insertAt(svg: string, random: Random, text: string): string {
  const index = random.below(svg.length)
  return svg.slice(0, index) + text + svg.slice(index)
}

function replaceCharacter(svg: string, random: Random, replace: (code: number) => string): string {
  const index = random.below(svg.length)
  return svg.slice(0, index) + replace(svg.charCodeAt(index)) + svg.slice(index + 1)
}
