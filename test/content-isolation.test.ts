/** A person who can write to the content folder cannot read other files of the server, or run scripts in a browser. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { findTrade } from '../src/variants/index.ts'
import { copyOf, errorsAfter } from './support/content-errors.ts'
import { startShop } from './support/shop.ts'

const outside = copyOf('spa')

describe('a link that leads out of the content folder', () => {
  const leadsOut = /this link leads out of the content folder; copy the file itself into the folder/

  it('is an error, and nothing of the file is shown', () => {
    for (const file of ['business.yaml', 'faqs.yaml', 'pages/about.vi.md', 'pictures/hero.svg']) {
      const errors = errorsAfter('spa', ({ remove, link }) => {
        remove(file)
        link(file, join(outside, file))
      })
      assert.match(errors.join('\n'), leadsOut, file)
      assert.doesNotMatch(errors.join('\n'), /Vườn Sương/, file)
    }
  })

  it('is an error for a new file too', () => {
    const errors = errorsAfter('spa', ({ link }) => link('pictures/hosts.svg', '/etc/hosts'))
    assert.match(errors.join('\n'), /^pictures\/hosts\.svg: this link leads out/m)
  })

  it('is an error if it goes through another link', () => {
    const errors = errorsAfter('spa', ({ remove, link }) => {
      link('.step', join(outside, 'faqs.yaml'))
      remove('faqs.yaml')
      link('faqs.yaml', '.step')
    })
    assert.match(errors.join('\n'), leadsOut)
  })

  it('may be the content folder itself', () => {
    const folder = join(outside, '..', `letan-link-${process.pid}`)
    symlinkSync(outside, folder)
    try {
      assert.equal(findTrade('spa').open(folder).business.name, 'Vườn Sương')
    } finally {
      rmSync(folder)
    }
  })

  it('may lead to another file of the folder', () => {
    const folder = copyOf('spa')
    const original = readFileSync(join(folder, 'faqs.yaml'))
    writeFileSync(join(folder, '.shared-faqs'), original)
    rmSync(join(folder, 'faqs.yaml'))
    symlinkSync('.shared-faqs', join(folder, 'faqs.yaml'))
    assert.ok(findTrade('spa').open(folder).faqs)
  })
})

describe('a link to a folder', () => {
  it('is an error if it leads out of the content folder', () => {
    for (const folder of ['pictures', 'treatments', 'pictures/more']) {
      const errors = errorsAfter('spa', ({ link, rename }) => {
        if (!folder.includes('/')) rename(folder, '.before')
        link(folder, join(outside, 'treatments'))
      })
      assert.match(errors.join('\n'), new RegExp(`^${folder}: this link leads out`, 'm'))
      assert.doesNotMatch(errors.join('\n'), /contains no/)
    }
  })

  it('works if it leads to another folder of the content folder', () => {
    const errors = errorsAfter('spa', ({ link, rename }) => {
      rename('treatments', '.shared')
      link('.step', '.shared')
      link('treatments', '.step')
    })
    assert.deepEqual(errors, [])
  })

  it('is an error if the folder contains it', () => {
    const errors = errorsAfter('spa', ({ link }) => link('pictures/loop', '..'))
    assert.match(errors.join('\n'), /^pictures\/loop: the folder cannot be read/m)
  })
})

it('a pipe in the folder does not stop the start', () => {
  const folder = copyOf('spa')
  rmSync(join(folder, 'faqs.yaml'))
  execFileSync('mkfifo', [join(folder, 'faqs.yaml')])
  execFileSync('mkfifo', [join(folder, 'pictures/x.svg')])
  assert.throws(() => findTrade('spa').open(folder), {
    message:
      /faqs\.yaml line 1: the file cannot be read[\s\S]*pictures\/x\.svg: the file cannot be read/,
  })
})

describe('a picture', () => {
  const rejected: Readonly<Record<string, string>> = {
    'a script': '<svg><script>alert()</script></svg>',
    'a script with a prefix':
      '<svg xmlns:x="http://www.w3.org/2000/svg"><x:script>alert()</x:script></svg>',
    'an event handler': '<svg onload="alert()"></svg>',
    'an event handler without quotes': '<svg><path/onclick=alert()></svg>',
    'a style sheet from elsewhere': '<svg><style>@import "//evil.example"</style></svg>',
    'an import that is spelled with a character reference':
      '<svg><style>&#64;import "//evil.example"</style></svg>',
    'an import in character data': '<svg><style><![CDATA[@import "//evil.example"]]></style></svg>',
    'an import around a comment': '<svg><style>@im<!-- -->port "//evil.example"</style></svg>',
    'an address in a style': '<svg><path style="fill:url(//evil.example)"/></svg>',
    'an address with an escape': '<svg><path fill="u\\72l(//evil.example)"/></svg>',
    'a link': '<svg><a href="https://evil.example">x</a></svg>',
    'an image from elsewhere': '<svg><image href="https://evil.example/x.png"/></svg>',
    'a drawing from elsewhere': '<svg><use xlink:href="data:image/svg+xml,x"/></svg>',
    'an animation that sets an address': '<svg><set attributeName="href" to="x"/></svg>',
    'HTML inside': '<svg><foreignObject><p>x</p></foreignObject></svg>',
    'an image set': `<svg><style>svg{mask-image:image-set("//evil.example" 1x)}</style></svg>`,
    'an image set in an attribute': `<svg><path mask="image-set('//evil.example' 1x)"/></svg>`,
    'an entity of XHTML': '<svg><style>&commat;import "//evil.example"</style></svg>',
    'an entity of XHTML in an attribute':
      '<svg><path style="mask:url&lpar;//evil.example)"/></svg>',
    'another base address': '<svg xml:base="https://evil.example"/>',
    'another encoding': '<?xml version="1.0" encoding="ISO-2022-JP"?><svg></svg>',
    'an entity': '<!DOCTYPE svg [<!ENTITY x "y">]><svg></svg>',
    'another style sheet instruction': '<?xml-stylesheet href="x.css"?><svg></svg>',
  }

  for (const [name, svg] of Object.entries(rejected)) {
    it(`with ${name} is an error`, () => {
      const errors = errorsAfter('spa', ({ write }) => write('pictures/x.svg', svg))
      assert.match(errors.join('\n'), /^pictures\/x\.svg: it contains a script or a link \(.+\)/m)
    })
  }

  it('of a drawing program is accepted with its notes', async () => {
    const svg =
      '<?xml version="1.0"?>\n<!-- drawn by hand -->\n<svg xmlns="http://www.w3.org/2000/svg" ' +
      'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" inkscape:export-filename="C:\\x.svg">' +
      '<sodipodi:namedview id="v"/><metadata><rdf:RDF><cc:Work rdf:about=""/></rdf:RDF></metadata>' +
      '<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><style>.b{fill:url(#a)}</style>' +
      '<path fill="url(#a)" d="M0 0"/><use href="#a"/><text>C:\\x &amp; y</text></svg>'
    const folder = copyOf('spa')
    writeFileSync(join(folder, 'pictures/x.svg'), svg)
    const shop = await startShop('spa', { shop: findTrade('spa').open(folder) })
    const response = await shop.get('/pictures/x.svg')
    assert.equal(response.status, 200)
    assert.equal(await response.text(), svg)
  })

  it('is not served if its bytes are of another type', async () => {
    const folder = copyOf('spa')
    writeFileSync(join(folder, 'pictures/share.png'), '<script>alert()</script>')
    const shop = await startShop('spa', { shop: findTrade('spa').open(folder) })
    assert.equal((await shop.get('/pictures/share.png')).status, 404)
  })
})
