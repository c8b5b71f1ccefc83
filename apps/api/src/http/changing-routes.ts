import * as routes from '@nestjs/common';
import { inUnit } from './request-units.js';

type Route = (path?: string | string[]) => MethodDecorator;

/** A route whose handler is carried out by the unit of the request. */
const changing =
  (route: Route): Route =>
  (path) =>
  (target, key, descriptor) => {
    const method = descriptor as PropertyDescriptor;
    method.value = inUnit(method.value as Parameters<typeof inUnit>[0]);
    route(path)(target, key, descriptor);
  };

export const Post = changing(routes.Post);
export const Put = changing(routes.Put);
export const Patch = changing(routes.Patch);
export const Delete = changing(routes.Delete);
