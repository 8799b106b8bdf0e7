/** Path of the site page of a card, without its number. Its QR code, emails and the desk link to it. */
export const cardPath = '/card'
