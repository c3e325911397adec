// abut: simulation of bodies in contact.
//
// This header includes the whole public interface of libabut; each header of this folder also stands alone. All
// quantities are in SI units. Axes are right-handed. A pose is the position of the centre of mass and a unit quaternion
// (w, x, y, z) from body axes to world axes. Vectors, angular velocities included, are in world axes unless stated
// otherwise.
//
// A function that can fail returns an abut_status; abut_context_message() then gives the cause and a remedy. The
// library never exits, aborts or prints. The caller owns the objects it creates and destroys them before their context;
// destroying NULL is allowed. One thread at a time may use a context; the context runs its own worker threads.
#ifndef ABUT_H
#define ABUT_H

#include "abut/array.h"
#include "abut/base.h"
#include "abut/body.h"
#include "abut/compare.h"
#include "abut/cones.h"
#include "abut/contact.h"
#include "abut/context.h"
#include "abut/control.h"
#include "abut/file.h"
#include "abut/force.h"
#include "abut/frames.h"
#include "abut/gap.h"
#include "abut/image.h"
#include "abut/impact.h"
#include "abut/import.h"
#include "abut/joint.h"
#include "abut/material.h"
#include "abut/mesh.h"
#include "abut/ncp.h"
#include "abut/overlap.h"
#include "abut/press.h"
#include "abut/query.h"
#include "abut/recorder.h"
#include "abut/results.h"
#include "abut/run.h"
#include "abut/scene.h"
#include "abut/sdf.h"
#include "abut/shape.h"
#include "abut/table.h"
#include "abut/text.h"
#include "abut/unit.h"
#include "abut/world.h"

#endif
