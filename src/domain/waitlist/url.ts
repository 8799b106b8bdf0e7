/** Path of the site pages of the waitlist. Emails and the desk link to them. */
export const waitlistPath = '/waitlist'

/** Prefix of the codes: easy to say, without letters that look like digits. */
export const waitlistCodePrefix = 'DSC'
