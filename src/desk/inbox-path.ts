/** The path of the inbox. */
export const inboxPath = '/'
