/**
 * The package yaml, whose documents know the position of each value. Only messages about content and changes of it need
 * them, so its 70 modules are loaded with the first use.
 */
import { createRequire } from 'node:module'
import { lazy } from '../kernel/memoize.ts'

export const yamlPackage = lazy((): typeof import('yaml') => createRequire(import.meta.url)('yaml'))
