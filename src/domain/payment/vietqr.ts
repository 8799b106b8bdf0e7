/** Content of a VietQR code: a merchant-presented EMVCo code for a NAPAS transfer to a bank account. */

type Payee = { bin: string; account: string }

/** Application identifier of NAPAS, and its service code for transfers to an account. */
const napas = 'A000000727'
const toAccount = 'QRIBFTTA'

const vndCurrencyCode = '704'

export function vietQr({ bin, account }: Payee, amount: number, purpose: string): string {
  const payee = field('00', bin) + field('01', account)
  const text = [
    field('00', '01'),
    // 12 = dynamic code: it contains an amount, so it is for one payment.
    field('01', '12'),
    field('38', field('00', napas) + field('01', payee) + field('02', toAccount)),
    field('53', vndCurrencyCode),
    field('54', String(amount)),
    field('58', 'VN'),
    field('62', field('08', purpose)),
    // The checksum covers its own id and length too.
    '6304',
  ].join('')
  return text + checksum(text)
}

/** Id, length of the value, value. */
function field(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`
}

/** CRC-16/CCITT with polynomial 0x1021 and initial value 0xffff. */
function checksum(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text, 'latin1')) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) {
      crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
