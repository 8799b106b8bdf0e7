/** Path of the site page of an order, without its code. Emails and the desk link to it. */
export const orderPath = '/order'
