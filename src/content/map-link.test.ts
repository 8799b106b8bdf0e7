import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseMapPlace } from './map-link.ts'

describe('parseMapPlace', () => {
  const place = { latitude: 21.0301, longitude: 105.8502 }
  const links = [
    '21.0301, 105.8502',
    '21.0301 105.8502',
    'https://www.google.com/maps/@21.0301,105.8502,17z',
    'https://maps.google.com/?q=21.0301,105.8502',
    'https://www.google.com/maps/search/?api=1&query=21.0301%2C105.8502',
    'https://www.google.com/maps/dir/?api=1&destination=21.0301,105.8502',
    'https://www.openstreetmap.org/?mlat=21.0301&mlon=105.8502#map=19',
  ]
  for (const link of links) {
    it(`reads ${link}`, () => assert.deepEqual(parseMapPlace(link), place))
  }

  it('takes the marked place and not the middle of the window', () => {
    const link =
      'https://www.google.com/maps/place/Ph%E1%BB%9F/@21.1,105.9,15z/data=!4m6!3d21.0301!4d105.8502'
    assert.deepEqual(parseMapPlace(link), place)
  })

  it('finds no place in a short link, in an address or beyond the poles', () => {
    for (const text of ['https://maps.app.goo.gl/abc123', '12 Hàng Than, Hà Nội', '121.5, 105.85'])
      assert.equal(parseMapPlace(text), undefined, text)
  })
})
