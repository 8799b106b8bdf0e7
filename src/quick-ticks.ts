/** Keeps `process.nextTick` quick, of which an answer needs about eight. */
import { executionAsyncResource } from 'node:async_hooks'

const retained = new Set<object>()

/**
 * When V8 collects it forgets the shape of objects of which none is left, as it is in a shop where nobody
 * asks at that moment. The one place in Node that makes the objects of nextTick never finds that shape
 * again, and goes the long way from then on: a third of what a read costs. So one of them stays.
 */
export function retainTickObject(): void {
  process.nextTick(() => {
    retained.add(executionAsyncResource())
  })
}
