/** The path of the content screen, to which its parts, the tabs and the notice on other screens link. */
export const contentPath = '/content'
