/** Path of the form for requests about personal data. The privacy page and the status page link to it. */
export const dataRequestPath = '/privacy/request'
