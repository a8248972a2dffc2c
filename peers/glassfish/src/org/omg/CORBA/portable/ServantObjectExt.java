package org.omg.CORBA.portable;

/** What stubs of JacORB's compiler name, and GlassFish's library of the OMG's interfaces has not. */
public abstract class ServantObjectExt extends ServantObject {
    public abstract void normalCompletion();

    public abstract void exceptionalCompletion(Throwable error);
}
